import { problemStatus } from '@loadping/contract/wire/problem'

type Operation = {
  security?: unknown[]
  parameters?: unknown[]
  requestBody?: unknown
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; [kind: string]: unknown }
}

/** Completes a document: each operation names its problems with their codes, and no schema is left unused. */
export function completeDocument(text: string): string {
  const { paths, components, ...rest }: Document = JSON.parse(text)
  for (const operation of Object.values(paths).flatMap((verbs) => Object.values(verbs)))
    for (const status of statusesOf(operation))
      operation.responses[status] = { $ref: `#/components/responses/${nameOf(status)}` }
  const responses = problemResponses()
  const schemas = usedSchemas(components.schemas, JSON.stringify([paths, responses]))
  return JSON.stringify({ ...rest, paths, components: { ...components, schemas, responses } })
}

const codesByStatus = Map.groupBy(Object.entries(problemStatus), ([, status]) => status)
const nameOf = (status: number): string => `Problem${status}`

/** Returns a response for each status of a problem: a problem document with one of the codes of the status. */
const problemResponses = (): Record<string, unknown> =>
  Object.fromEntries(
    [...codesByStatus].map(([status, entries]) => {
      const codes = entries.map(([code]) => code)
      const properties = { status: { const: status }, code: { enum: codes } }
      const schema = { allOf: [{ $ref: '#/components/schemas/ProblemDocument' }, { type: 'object', properties }] }
      const content = { 'application/problem+json': { schema } }
      return [nameOf(status), { description: `Problem: ${codes.join(', ')}`, content }]
    }),
  )

/** Returns the statuses of the problems that an operation may answer, by what it asks for. */
function statusesOf({ security = [], requestBody }: Operation): number[] {
  const ofAll = [400, 401, 404, 409, 422, 429, 500, 503]
  const ofUsers = security.length > 0 ? [402, 403, 426] : []
  const ofBodies = requestBody ? [413, 415] : []
  return [...ofAll, ...ofUsers, ...ofBodies]
}

/** Keeps the schemas that a text names, and those that these name. */
function usedSchemas(schemas: Record<string, unknown>, text: string): Record<string, unknown> {
  const used = new Map<string, unknown>()
  const add = (from: string): void => {
    for (const [, name = ''] of from.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.set(name, schemas[name])
      add(JSON.stringify(schemas[name]))
    }
  }
  add(text)
  return Object.fromEntries([...used].sort(([one], [other]) => one.localeCompare(other)))
}
