import type { Fault } from './placeholder-faults.ts'

/** Names each placeholder or bracket that means nothing, and leads to where it stands. */
export const FaultList = ({ faults, onShow }: { faults: Fault[]; onShow: (fault: Fault) => void }) => (
  <ul>
    {faults.map((fault) => (
      <li key={`${fault.start} ${fault.text}`}>
        Line {fault.line}:{' '}
        <button type="button" className="font-medium underline underline-offset-3" onClick={() => onShow(fault)}>
          {fault.text}
        </button>{' '}
        {explain(fault.text)}
      </li>
    ))}
  </ul>
)

function explain(text: string): string {
  if (text === '[[' || text === ']]') return 'stands without its pair.'
  if (text === '}}' || !text.endsWith('}}')) return 'is only half a placeholder.'
  return 'is not a placeholder.'
}
