import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** TXT records by name; a name that is not here does not exist, and one with `undefined` gets no answer. */
type Zone = Record<string, string[] | undefined>

export type DnsServer = { address: string; asked: string[]; stop: () => void }

/** Starts a name server (RFC 1035, UDP) that answers TXT questions from a zone. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, end } = readName(query)
    asked.push(name)
    if (name in zone && zone[name] === undefined) return
    socket.send(answerTo(query, end, zone[name]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port }: AddressInfo = socket.address()
  return { address: `127.0.0.1:${port}`, asked, stop: () => socket.close() }
}

const headerSize = 12

/** Reads the name in question, and where its labels end. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerSize
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answerTo(query: Buffer, nameEnd: number, records: string[] | undefined): Buffer {
  const question = query.subarray(headerSize, nameEnd + 4)
  const header = Buffer.alloc(headerSize)
  query.copy(header, 0, 0, 2) // the query's id
  header.writeUInt16BE(records ? 0x8180 : 0x8183, 2) // a response, and "no such name" without records
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records?.length ?? 0, 6)
  return Buffer.concat([header, question, ...(records ?? []).map(textRecord)])
}

/** A TXT record of the name in question; its text is split into strings of 255 bytes. */
function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const strings: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    strings.push(Buffer.from([part.length]), part)
  }
  const data = Buffer.concat(strings)
  const head = Buffer.from('c00c00100001000000000000', 'hex') // the name in question, TXT, internet, not kept
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
