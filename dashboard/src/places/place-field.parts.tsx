import { useId } from 'react'
import { TextField } from '../ui/form/text-field.tsx'
import { usePlaceSuggestions } from './places.data.ts'

type PlaceFieldProps = {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  autoFocus?: boolean
}

/** A field for a city and state, with suggestions. */
export function PlaceField(props: PlaceFieldProps) {
  const list = useId()
  const suggestions = usePlaceSuggestions(props.value)
  return (
    <>
      <TextField {...props} list={list} placeholder="Elgin, IL" autoComplete="off" maxLength={100} />
      <datalist id={list}>
        {suggestions.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </>
  )
}
