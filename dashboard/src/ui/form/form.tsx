import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react'

/** The errors of the last submit: by field name, and `form` for the rest. Each failed submit creates a new object. */
export type FormErrors = { fields: Readonly<Record<string, string>>; form?: string }

export const noErrors: FormErrors = { fields: {} }

type FormProps = {
  id?: string
  className?: string
  errors?: FormErrors
  isPending?: boolean
  onSubmit: (data: FormData) => void
  children: ReactNode
}

const FormContext = createContext({ errors: noErrors, clear: (_name: string): void => {} })

/** A form whose fields show the errors with their names; a failed submit focuses the first invalid field. */
export function Form({ errors = noErrors, isPending = false, onSubmit, children, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const focused = useRef(errors)
  const [cleared, setCleared] = useState<{ errors: FormErrors; names: string[] }>({ errors, names: [] })
  const clearedNames = cleared.errors === errors ? cleared.names : []
  const fields = Object.fromEntries(Object.entries(errors.fields).filter(([name]) => !clearedNames.includes(name)))

  // Not while pending: a disabled field cannot take the focus.
  useEffect(() => {
    if (isPending || errors === focused.current) return
    focused.current = errors
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors, isPending])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation() // a form in a dialog is not part of the form that opened it
    onSubmit(new FormData(event.currentTarget))
  }

  const clear = (name: string) => setCleared({ errors, names: [...clearedNames, name] })
  return (
    <FormContext value={{ errors: { ...errors, fields }, clear }}>
      <form {...form} ref={element} noValidate onSubmit={submit}>
        {children}
      </form>
    </FormContext>
  )
}

/** Returns the error that the surrounding form has for a field, and a function that clears it. */
export function useFieldError(name: string): { error: string | undefined; clearError: () => void } {
  const { errors, clear } = use(FormContext)
  return { error: errors.fields[name], clearError: () => errors.fields[name] !== undefined && clear(name) }
}

/** Shows the error of the form that belongs to no field; without one, its children. */
export function FormError({ className = 'mt-4 text-table', children }: { className?: string; children?: ReactNode }) {
  const { form } = use(FormContext).errors
  if (form === undefined) return children
  return (
    <p role="alert" className={`wrap-anywhere text-danger-text ${className}`}>
      {form}
    </p>
  )
}
