import { color, lightColor } from '@loadping/contract/palette'
import { toFrameContent } from './trusted-html.ts'

/** Shows an email's HTML, sanitized and in a fully sandboxed frame. */
export const MessageFrame = ({ html, className }: { html: string; className: string }) => (
  <iframe
    srcDoc={toFrameContent(`<style>:root{color-scheme:light}${sheet(lightColor('text-primary'))}</style>${html}`)}
    title="Message"
    sandbox=""
    className={`block w-full bg-surface [color-scheme:light] ${className}`}
  />
)

const sheet = (text: string): string =>
  `body{margin:16px;font:13px/20px system-ui,sans-serif;color:${text};overflow-wrap:anywhere}p{margin:0 0 10px}`

const marks = `mark{background:none;color:inherit;font-weight:600;border-bottom:1px dashed ${color('accent-border')}}
mark.asked{background:${color('warning-subtle')};color:${color('warning-text')};border:1px solid ${color('warning-border')};border-radius:4px;padding:0 3px}`

/**
 * Shows a previewed email with its values marked. Unless it sets colors of its own, it follows the color scheme of the
 * page.
 */
export function PreviewFrame({ html, height }: { html: string; height: number }) {
  const isColored = /color|background/i.test(html)
  const style = `<style>:root{color-scheme:${isColored ? 'light' : 'light dark'}}${sheet(color('text-primary'))}${marks}</style>`
  return (
    <iframe
      srcDoc={toFrameContent(style + html)}
      title="Message"
      sandbox=""
      style={{ height }}
      className={`block w-full bg-surface ${isColored ? '[color-scheme:light]' : ''}`}
    />
  )
}
