/** How long what was asked about a load is repeated: the server dates it by its arrival, so a late one would be wrong. */
export const repeatMinutes = 15
