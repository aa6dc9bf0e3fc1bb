import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import * as store from './deletion.store.ts'

/** Deletes loads with their history, names, links and views. */
export const deleteLoads: DeletionStep = async ({ db }, { userId }) =>
  (await store.deleteHistory(db, userId, deletionBatch)) ||
  (await store.deleteLoads(db, userId, deletionBatch)) ||
  (await store.deleteNames(db, userId, deletionBatch)) ||
  store.deleteLinksAndViews(db, userId)

/** Deletes contacts and marks of the user, of the team that goes too, and what the user did for teams that were closed. */
export const deleteContactsAndMarks: DeletionStep = async ({ db }, { userId, ownTeam, keptTeams }) => {
  const teams = await store.listTeams(db, userId)
  const closed = teams.filter((id) => id !== ownTeam && !keptTeams.includes(id))
  const all = [
    { holder: userId },
    ...(ownTeam === undefined ? [] : [{ holder: ownTeam }]),
    ...closed.map((holder) => ({ holder, userId })),
  ]
  for (const whose of all) {
    if (await store.deleteContacts(db, whose, deletionBatch)) return true
    if (await store.deleteMarks(db, whose, deletionBatch)) return true
  }
  return false
}
