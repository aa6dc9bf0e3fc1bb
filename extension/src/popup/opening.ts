import { element } from '../controls/element.ts'

/** Makes a button open a page and close the popup. */
export function opening<Button extends HTMLElement>(button: Button, open: () => Promise<unknown>): Button {
  button.addEventListener('click', async () => {
    await open()
    window.close()
  })
  return button
}

export const openLink = (label: string, open: () => Promise<unknown>): HTMLElement =>
  opening(element('button', { type: 'button', className: 'link' }, label), open)
