import { Fragment } from 'react'

/** An email address or host that breaks after an @ or a dot; elsewhere only if its parent wraps anywhere. */
export const AddressText = ({ children }: { children: string }) =>
  (children.match(/[^@.]*[@.]|[^@.]+/g) ?? []).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
