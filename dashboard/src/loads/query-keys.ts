/** The pages of lists. A change of loads does not fetch all of them again, but the live query those in sight. */
export const loadListKey = ['load-list']
export const pageKey = ['loads', 'page']
export const loadPageKey = (id: string) => [...pageKey, id]
