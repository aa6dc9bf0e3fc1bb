/** The tallest popup that browsers show without a scrollbar. */
const maxHeight = 600

/** Marks what may be left out where the popup would be too high: what has the lowest number first, from the last on. */
export const spare = (order: 1 | 2 | 3 | 4) => ({ data: { spare: String(order) } })

/** Leaves out spare parts until the popup fits, again whenever its height changes. What is open or has the focus stays. */
export function fitOnResize(): void {
  new ResizeObserver(fit).observe(document.body)
}

function fit(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-spare]')].reverse()
  for (const part of parts) part.hidden = false
  for (const part of parts.sort((one, other) => orderOf(one) - orderOf(other))) {
    if (document.body.offsetHeight <= maxHeight) return
    part.hidden = !part.matches('[open], :focus-within, :has([open])')
  }
}

const orderOf = ({ dataset }: HTMLElement): number => Number(dataset['spare'])
