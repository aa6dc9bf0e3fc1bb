import { EmptyValue, Figure } from '../ui/figure.tsx'
import { useHome } from './home.data.ts'

export function TodayFigures() {
  const { today, avgPostToContactSeconds } = useHome()
  return (
    <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2 max-sm:gap-3">
      <Figure label="Emails sent">{today.emailSent.toLocaleString('en-US')}</Figure>
      <Figure label="Calls">{today.phoneCall.toLocaleString('en-US')}</Figure>
      <Figure label="Total inquiries">{today.totalInquiries.toLocaleString('en-US')}</Figure>
      <Figure label="Avg post-to-contact">{avgPostToContactSeconds === null ? <EmptyValue /> : <Duration seconds={avgPostToContactSeconds} />}</Figure>
    </div>
  )
}

/** Two units: `6m 42s`, or `14h 20m` from an hour on. */
function Duration({ seconds }: { seconds: number }) {
  const [large, largeUnit, small, smallUnit] =
    seconds < 3600 ? [Math.floor(seconds / 60), 'm', seconds % 60, 's'] : [Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'm']
  return (
    <>
      {large}
      <small>{largeUnit}</small> {String(small).padStart(2, '0')}
      <small>{smallUnit}</small>
    </>
  )
}
