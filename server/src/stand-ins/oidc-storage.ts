import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const kept = 1_000

/** What the local provider remembers, in memory: a thousand things of each kind, and nothing after a restart. */
export function createStorage(): AdapterFactory {
  const drawers: Map<string, AdapterPayload>[] = []
  return (): Adapter => {
    const drawer = new Map<string, AdapterPayload>()
    drawers.push(drawer)
    const findBy = async (name: 'uid' | 'userCode', value: string) => [...drawer.values()].find((payload) => payload[name] === value)
    return {
      async upsert(id, payload) {
        drawer.delete(id)
        drawer.set(id, payload)
        for (const old of [...drawer.keys()].slice(0, -kept)) drawer.delete(old)
      },
      find: async (id) => drawer.get(id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async consume(id) {
        Object.assign(drawer.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1000) })
      },
      async destroy(id) {
        drawer.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const each of drawers) for (const [id, payload] of each) if (payload.grantId === grantId) each.delete(id)
      },
    }
  }
}
