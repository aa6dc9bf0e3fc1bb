import { bodyText } from '@loadping/contract/templates/body-text'
import { PreviewFrame } from '../ui/message-frame.tsx'

type EmailFrameProps = { html: string; charactersPerLine: number; minHeight: number; maxHeight: number }

/** A filled email in a frame about as high as its text: a sandboxed frame does not tell its height. */
export function EmailFrame({ html, charactersPerLine, minHeight, maxHeight }: EmailFrameProps) {
  const paragraphs = bodyText(html).split('\n')
  const lines = paragraphs.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / charactersPerLine)), 0)
  const height = 32 + lines * lineHeight + paragraphs.length * marginHeight
  return <PreviewFrame html={html} height={Math.min(maxHeight, Math.max(minHeight, height))} />
}

const lineHeight = 20
const marginHeight = 10
