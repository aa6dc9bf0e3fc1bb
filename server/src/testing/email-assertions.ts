import { expect } from 'vitest'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

const readable = (html: string): string =>
  html
    .replace(/<!--.*?-->|<head>.*?<\/head>|<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')

/** Checks that every mail program can lay an email out, light and dark, and that it loads nothing. */
export function expectWellMade(mail: OutgoingMessage | undefined): void {
  const { html = '', to = '' } = mail ?? {}
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{\.c-text-primary\{color:#\w{6} !important\}/)
  expect(html).not.toMatch(/<(?:img|link|script|iframe|form|svg)\b|url\(|background-image|flex|grid|position:/)
  expect(readable(html)).toContain(to)
}

/** Checks that the HTML of an email says all that its text says, with the same links. */
export function expectSameInHtml(mail: OutgoingMessage | undefined): void {
  const { html = '', text = '', to = '' } = mail ?? {}
  const shown = readable(html).replace(/:\s+/g, ': ')
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => readable(link).trim())

  expect(text).toContain(to)
  expect(text.match(/https?:\S+/g) ?? []).toEqual(links)
  for (const line of text.split('\n').filter((one) => one && !one.startsWith('http')))
    expect(shown, line).toContain(line.replace(/:$/, ''))
}
