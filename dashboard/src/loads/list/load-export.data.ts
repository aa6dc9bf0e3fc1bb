import { formatCsv } from '@loadping/contract/format/csv'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { loadCsvHead, loadCsvRow } from '@loadping/contract/loads/load-csv'
import type { LoadPerson, LoadQuery, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { useApi } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useChange } from '../../use-change.ts'

/** Starts with a byte order mark, from which spreadsheets know that it is UTF-8. */
const save = (csv: string): void =>
  saveFile(`loads-${newYorkDay(new Date())}.csv`, `\uFEFF${csv}`, 'text/csv;charset=utf-8')

/** Has the browser save all loads of a filter as a file. */
export function useExportLoads() {
  const api = useApi()
  return useChange({
    mutationKey: ['loads', 'export'],
    meta: { features: [] },
    mutationFn: (query: LoadQuery) => api.loads.exportLoads({ query }),
    onSuccess: save,
  })
}

const namesOf = ({ userId, savedBy = [userId] }: SavedLoad, people: ReadonlyMap<string, LoadPerson>): string =>
  savedBy.map((id) => people.get(id)?.name ?? '').join(', ')

/** Has the browser save some loads as a file, as the server exports all. */
export const saveLoads = (loads: SavedLoad[], people: ReadonlyMap<string, LoadPerson>): void =>
  save(formatCsv([loadCsvHead, ...loads.map((load) => loadCsvRow(load, namesOf(load, people)))]))
