import * as z from 'zod/mini'

const fahrenheit = z.int().check(z.minimum(-100), z.maximum(150))

/** What a reefer is set to: one temperature or, with `highF`, a range, and whether it runs without stops, if known. */
export const Temperature = z.strictObject({
  lowF: fahrenheit,
  highF: z.optional(fahrenheit),
  /** False for start-stop. */
  isContinuous: z.optional(z.boolean()),
})
export type Temperature = z.infer<typeof Temperature>

/** `-10 °F continuous`, `34 to 36 °F` or `55 °F start-stop`. */
export function formatTemperature(temperature: Temperature): string {
  const { lowF, highF } = temperature
  const degrees = highF === undefined ? `${lowF} °F` : `${lowF} to ${highF} °F`
  return [degrees, formatReeferMode(temperature)].filter(Boolean).join(' ')
}

/** `continuous` or `start-stop`; undefined if not known. */
export const formatReeferMode = ({ isContinuous }: Temperature): string | undefined =>
  isContinuous === undefined ? undefined : isContinuous ? 'continuous' : 'start-stop'
