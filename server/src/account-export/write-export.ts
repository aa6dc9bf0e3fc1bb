import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brand } from '@loadping/contract/brand'
import { formatCsv } from '@loadping/contract/format/csv'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { ZipFile } from 'yazl'
import type { Deps } from '../context.ts'
import { findPhoto } from './account-export.store.ts'
import { type ExportKind, exportKinds, type Own } from './export-kinds.ts'
import { explainExport } from './export-readme.ts'

type Writing = {
  own: Own
  requestedAt: Date
  /** Ends it early, with an error. */
  stopping: AbortSignal
  /** Is awaited before more is read, as is `onProgress`. */
  savePart: (bytes: Buffer) => Promise<void>
  onProgress: (percent: number) => Promise<void>
}

/** The fastest one: texts that repeat become small anyway. */
const compressionLevel = 1

/** The name of an export's zip, and of the folder in it. */
export const exportNameOf = (requestedAt: Date): string =>
  `${brand.name.toLowerCase()}-export-${newYorkDay(requestedAt)}`

/**
 * Writes all data of a user as a zip, part by part, and returns its size. Reads page by page, so that memory and
 * transactions stay small however much there is.
 */
export async function writeExport(ctx: Deps, { own, requestedAt, stopping, savePart, onProgress }: Writing) {
  const counts = new Map<ExportKind, number>()
  for (const kind of exportKinds) counts.set(kind, await kind.count(ctx, own))
  const total = 2 * [...counts.values()].reduce((sum, count) => sum + count, 0)
  let written = 0
  const onPage = async (rows: number) => {
    written += rows
    await onProgress(Math.min(99, Math.floor((100 * written) / Math.max(total, 1))))
  }

  const output = new PassThrough()
  const zip = new ZipFile()
  zip.on('error', (error: Error) => output.destroy(error))
  const add = (path: string, pieces: AsyncIterable<string>) =>
    zip.addReadStreamLazy(`${exportNameOf(requestedAt)}/${path}`, { compressionLevel }, (answer) => {
      const stream = Readable.from(pieces, { objectMode: false })
      stream.on('error', (error) => output.destroy(error))
      answer(null, stream)
    })
  const photo = await findPhoto(ctx.db, own.userId)
  if (photo) zip.addBuffer(photo, `${exportNameOf(requestedAt)}/photo.webp`)
  for (const kind of exportKinds) {
    add(`json/${kind.name}.json`, writeJson(readAhead(kind.rows(ctx, own)), onPage))
    add(`csv/${kind.name}.csv`, writeCsv(readAhead(kind.tableRows(ctx, own)), onPage))
  }
  zip.addBuffer(Buffer.from(explainExport({ own, requestedAt, counts })), `${exportNameOf(requestedAt)}/README.txt`)
  zip.end()
  zip.outputStream.pipe(output)

  let size = 0
  await pipeline(
    output,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const part of inParts(chunks)) {
        await savePart(part)
        size += part.length
      }
    },
    { signal: stopping },
  )
  return size
}

/** Reads one page while the one before it is written. */
const readAhead = (pages: AsyncIterable<object[]>): AsyncIterable<object[]> =>
  Readable.from(pages, { highWaterMark: 1 })

type OnPage = (rows: number) => Promise<void>

/** Writes rows as a JSON array with one row a line. */
async function* writeJson(pages: AsyncIterable<object[]>, onPage: OnPage): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
    await onPage(rows.length)
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** Starts with a byte order mark, from which spreadsheets know that it is UTF-8. */
async function* writeCsv(pages: AsyncIterable<object[]>, onPage: OnPage): AsyncGenerator<string> {
  let head: string[] | undefined
  for await (const rows of pages) {
    const [first] = rows
    if (!head && first) {
      head = Object.keys(first)
      yield `\uFEFF${formatCsv([head])}`
    }
    yield formatCsv(rows.map((row) => Object.values(row).map(toCell)))
    await onPage(rows.length)
  }
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'number')
    return value ?? null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** Large enough that a file has few parts, small enough that copying them needs little memory. */
const partSize = 64 * 1024

/** Joins bytes to parts of at least one size; the last one may be smaller. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partSize) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
