/** How many people an answer leaves out, because their data can't be read right now; a team's own contacts count as one. */
export const leftOutHeader = 'x-left-out'
