import { signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[W01] nothing that is put into a page runs: no inline script, no handler in text, no text as HTML, no frame of ours', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  await page.goto('/emailTemplateEditor')
  await expect(page.getByText('Live preview')).toBeVisible()

  const outcome = await page.evaluate(async () => {
    const stopped: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => stopped.push(effectiveDirective))
    const refused = (attempt: () => void) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    const results = {
      handler: refused(() => {
        const button = document.createElement('button')
        button.setAttribute('onclick', 'globalThis.hacked = "handler"')
        document.body.append(button)
        button.click()
      }),
      script: refused(() => {
        const script = document.createElement('script')
        script.textContent = 'globalThis.hacked = "script"'
        document.body.append(script)
      }),
      html: refused(() => {
        document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.hacked = \'html\'">')
      }),
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { ...results, hacked: Reflect.get(globalThis, 'hacked') ?? null, isTold: stopped.length > 0 }
  })

  expect(outcome).toEqual({ handler: true, script: true, html: true, hacked: null, isTold: true })
})
