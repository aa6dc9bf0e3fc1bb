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

/** Road miles for each mile in a straight line, over any distance and between neighbors. */
const straightFactor = 1.18
const nearFactor = 1.25
/** Below this, two places are more often joined by local roads than by the cities of a highway. */
export const nearMiles = 40

/** Estimates the road miles of a straight line. */
export const roadMilesOf = (straight: number): number => straight * (straight > nearMiles ? straightFactor : nearFactor)
