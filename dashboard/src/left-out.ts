import { create } from 'zustand'

/** Whether answers left out teammates whose data can't be read right now, and how many answers did. */
export const useLeftOut = create(() => ({ isLeftOut: false, answers: 0 }))

/** Notes that an answer leaves somebody out. */
export const noteLeftOut = (): void => useLeftOut.setState(({ answers }) => ({ isLeftOut: true, answers: answers + 1 }))
