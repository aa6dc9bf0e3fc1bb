import { lightColor } from '@loadping/contract/palette'
import { toFrameContent } from './trusted-html.ts'

/** Shows an email's HTML, sanitized and in a fully sandboxed frame. */
export const MessageFrame = ({ html, className }: { html: string; className: string }) => (
  <iframe
    srcDoc={toFrameContent(page + html)}
    title="Message"
    sandbox=""
    className={`block w-full bg-surface [color-scheme:light] ${className}`}
  />
)

const page = `<style>:root{color-scheme:light}body{margin:16px;font:13px/20px system-ui,sans-serif;color:${lightColor('text-primary')};overflow-wrap:anywhere}p{margin:0 0 10px}</style>`
