import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.ts'
import { readAddressFile } from './invite-draft.ts'

const maxBytes = 5_000_000

/** Reads the addresses from a file that the user chooses. */
export function UploadCsvButton({
  className = '',
  onAddresses,
}: {
  className?: string
  onAddresses: (addresses: string[]) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const showToast = useToast()

  async function read(file: File) {
    if (file.size > maxBytes) return showToast(`${file.name} is larger than 5 MB`, 'error')
    const addresses = readAddressFile(await file.text())
    if (addresses.length === 0) return showToast(`No email addresses in ${file.name}`, 'error')
    onAddresses(addresses)
  }

  return (
    <>
      <Button
        className={className}
        icon={<Upload size={16} strokeWidth={1.6} aria-hidden="true" />}
        onPress={() => field.current?.click()}
      >
        Upload CSV
      </Button>
      <input
        ref={field}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file with email addresses"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void read(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
