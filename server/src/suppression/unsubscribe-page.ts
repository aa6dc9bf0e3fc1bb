import { brand } from '@loadping/contract/brand'
import { color } from '@loadping/contract/palette'
import { pageHead } from '../http/page-head.ts'

const noMoreEmails = "We won't email this address again, except emails you request, such as sign-in links."

const contents = {
  question: {
    title: `Unsubscribe from ${brand.name}?`,
    text: noMoreEmails,
    end: '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
  },
  done: {
    title: 'You are unsubscribed',
    text: noMoreEmails,
    end: '',
  },
  refused: {
    title: "This link doesn't work",
    text: `The link is incomplete. Open it again from the email, or contact ${brand.supportAddress}.`,
    end: '',
  },
}

/** Renders an unsubscribe page, without scripts. */
export const unsubscribePage = (kind: keyof typeof contents): string => {
  const { title, text, end } = contents[kind]
  return `${pageHead(`${title} - ${brand.name}`)}
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
