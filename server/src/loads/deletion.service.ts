import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import * as store from './deletion.store.ts'

/** Deletes loads with their history, links and views. */
export const deleteLoads: DeletionStep = async ({ db }, { userId }) =>
  (await store.deleteHistory(db, userId, deletionBatch)) ||
  (await store.deleteLoads(db, userId, deletionBatch)) ||
  store.deleteLinksAndViews(db, userId)

/** Deletes contacts and marks of the user, and of the team that goes too. */
export const deleteContactsAndMarks: DeletionStep = async ({ db }, { userId, ownTeam }) => {
  for (const holder of ownTeam === undefined ? [userId] : [userId, ownTeam]) {
    if (await store.deleteContacts(db, holder, deletionBatch)) return true
    if (await store.deleteMarks(db, holder, deletionBatch)) return true
  }
  return false
}
