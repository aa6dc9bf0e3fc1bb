export type Point = { latitude: number; longitude: number }

const earthRadiusMiles = 3_958.8
const toRadians = Math.PI / 180
/** The length of a degree of latitude. */
export const milesPerDegree = earthRadiusMiles * toRadians

/** Returns the miles between two points along the great circle, in a straight line on the globe. */
export function milesBetween(from: Point, to: Point): number {
  const latitudes = Math.sin(((to.latitude - from.latitude) * toRadians) / 2)
  const longitudes = Math.sin(((to.longitude - from.longitude) * toRadians) / 2)
  const scale = Math.cos(from.latitude * toRadians) * Math.cos(to.latitude * toRadians)
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(latitudes ** 2 + scale * longitudes ** 2))
}
