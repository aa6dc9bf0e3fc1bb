import { signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[W01] a page runs no inline script, no handler in text and no text as HTML', async ({ page, product }) => {
  await signUp(page, product)
  await page.goto('/emailTemplateEditor')
  await expect(page.getByText('Live preview')).toBeVisible()

  const outcome = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
    const isBlocked = (attempt: () => void) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    const results = {
      handler: isBlocked(() => {
        const button = document.createElement('button')
        button.setAttribute('onclick', 'globalThis.hacked = "handler"')
        document.body.append(button)
        button.click()
      }),
      script: isBlocked(() => {
        const script = document.createElement('script')
        script.textContent = 'globalThis.hacked = "script"'
        document.body.append(script)
      }),
      html: isBlocked(() => {
        document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.hacked = \'html\'">')
      }),
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { ...results, hacked: Reflect.get(globalThis, 'hacked') ?? null, isReported: violations.length > 0 }
  })

  expect(outcome).toEqual({ handler: true, script: true, html: true, hacked: null, isReported: true })
})
