import type { ServerResponse } from 'node:http'

/** What a stream writes to. */
type Output = Pick<ServerResponse, 'write' | 'destroy' | 'writableNeedDrain'>

/** Writes server-sent events. A client that does not read what it was sent is disconnected. */
export function createLiveStream(output: Output) {
  const write = (text: string): void => void (output.writableNeedDrain ? output.destroy() : output.write(text))
  return {
    sendVersion: (version: number) => write(`data: ${version}\n\n`),
    /** Writes a comment, so that neither side nor a proxy takes the connection for dead. */
    ping: () => write(': ping\n\n'),
  }
}
