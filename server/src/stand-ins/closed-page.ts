import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { color } from '@loadping/contract/palette'
import { pageHead } from '../http/page-head.ts'

/** Renders what a browser sees at a stand-in before it opened a printed link: which of them to open. */
export const closedPage = (title: string): string => `${pageHead('Open a printed link')}
<style>:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; } body { max-width: 480px; margin: 64px auto; padding: 0 16px; } h1 { font-size: 20px; line-height: 28px; } .note { color: ${color('text-muted')}; }</style>
<h1>Open the link that ${brand.name} printed</h1>
<p>Find the line <b>${escapeHtml(title)}</b> in the terminal where ${brand.name} started, and open its link here. One link opens all pages of this kind until ${brand.name} starts again, which prints new links.</p>
<p class="note">Programs send the header <code>X-Dev-Secret</code> with the text of the file <code>dev-secret</code> in the data folder.</p>
</html>`
