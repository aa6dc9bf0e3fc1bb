import { brand } from '@loadping/contract/brand'
import { color } from '@loadping/contract/palette'

const promise =
  'We will not write to this address again. Mail that you ask for yourself, such as the one to sign in, still comes.'

const contents = {
  question: {
    title: `Stop mail from ${brand.name}?`,
    text: promise,
    end: '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
  },
  done: {
    title: 'You are unsubscribed',
    text: promise,
    end: '',
  },
  refused: {
    title: 'This link does not work',
    text: `It is not one of ours, or a part of it got lost. Open it from the mail again, or write to ${brand.supportAddress}.`,
    end: '',
  },
}

/** A page without a script, for people who open the link in a mail. */
export const unsubscribePage = (kind: keyof typeof contents): string => {
  const { title, text, end } = contents[kind]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - ${brand.name}</title>
<style>
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 384px; margin: 96px auto; padding: 0 16px; }
  h1 { font-size: 20px; line-height: 28px; }
  p { color: ${color('text-muted')}; }
  button { display: block; width: 100%; margin-top: 24px; padding: 12px; border: 0; border-radius: 6px; background: ${color('accent-solid')}; color: ${color('accent-on')}; font: inherit; font-weight: 500; cursor: pointer; }
  button:focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 2px; }
</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
${end}
</main>
</html>`
}
