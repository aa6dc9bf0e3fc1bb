/** A decoded body or query: texts, lists and objects of them. */
export type Form = { [name: string]: FormValue }
type FormValue = string | FormValue[] | Form

const isForm = (value: FormValue | undefined): value is Form => typeof value === 'object' && !Array.isArray(value)

/** Decodes a form whose names have brackets: `items[0][price]=x`, `expand[]=y`, `metadata[a]=b`. */
export function decodeForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split(/\[|\]\[|\]/)
    put(form, [first, ...rest.slice(0, name.endsWith(']') ? -1 : undefined)], value)
  }
  const lists = toLists(form)
  return isForm(lists) ? lists : {}
}

function put(form: Form, path: string[], value: string): void {
  const [name = '', ...rest] = path
  const key = name === '' ? String(Object.keys(form).length) : name
  if (isUnsafe(key)) return
  if (rest.length === 0) {
    form[key] = value
    return
  }
  const inner = form[key]
  const next: Form = isForm(inner) ? inner : {}
  form[key] = next
  put(next, rest, value)
}

const isUnsafe = (key: string): boolean => key === '__proto__'

/** Turns objects whose names are 0, 1, 2 … into lists. */
function toLists(value: FormValue): FormValue {
  if (!isForm(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, toLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
