import { usePhoto } from './account.data.ts'

export const SignedInAs = ({ email }: { email: string }) => (
  <div className="flex items-center gap-3">
    <Avatar email={email} />
    <div className="min-w-0">
      <p className="text-caption text-secondary">Signed in as</p>
      <p className="truncate font-medium">{email}</p>
    </div>
  </div>
)

/** Shows the provider's photo, or the initial of the address. */
export function Avatar({ email }: { email: string }) {
  const photo = usePhoto()
  if (photo)
    return <img src={photo} alt="" className="size-7 shrink-0 rounded-full border border-default object-cover" />

  return (
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-full border border-accent-border bg-accent-subtle text-caption font-semibold text-accent-text"
    >
      {email.charAt(0).toUpperCase()}
    </span>
  )
}
