import { escapeHtml } from '@loadping/contract/format/text'

/** Returns the start of a page that the server writes itself. Names the icon, or browsers ask for a favicon.ico. */
export const pageHead = (title: string): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escapeHtml(title)}</title>`
