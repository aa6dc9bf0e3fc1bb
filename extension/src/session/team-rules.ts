import type { Client } from '@loadping/contract/client'
import { allowedFacts, saveRefused, type TeamRules } from '@loadping/contract/team/team-rules'
import { Problem } from '@loadping/contract/wire/problem'

/** Adds the rules of the user's team to a client: what they forbid is not sent, also of what was asked for before. */
export function withTeamRules(client: Client, readRules: () => Promise<TeamRules>): Client {
  const { loads, inquiries } = client
  return {
    ...client,
    loads: {
      ...loads,
      async saveLoad({ body }) {
        const rules = await readRules()
        if (!rules.allowsSave) throw new Problem('not-allowed', saveRefused)
        return loads.saveLoad({ body: { ...body, load: allowedFacts(body.load, rules) } })
      },
      async recordCall({ headers, body }) {
        const { about } = body
        if (!('load' in about)) return loads.recordCall({ headers, body })
        const load = allowedFacts(about.load, await readRules())
        return loads.recordCall({ headers, body: { ...body, about: { load } } })
      },
    },
    inquiries: {
      ...inquiries,
      async sendEmail({ headers, body }) {
        const load = body.load && allowedFacts(body.load, await readRules())
        return inquiries.sendEmail({ headers, body: { ...body, ...(load && { load }) } })
      },
    },
  }
}
