import { boardOptions } from '@loadping/contract/account/board-options'
import { Window } from 'happy-dom'

// node extension/field-recall.ts: how many values of the demo boards' rows and details are read, for fields whose place
// has a public source and for those whose place is assumed.
const { document, NodeFilter } = new Window()
Object.assign(globalThis, { document, NodeFilter })
const { definitions } = await import('./src/boards/readers.ts')
const { measureRecall } = await import('./src/testing/field-recall.ts')

for (const definition of definitions) {
  const { recall, wrong } = await measureRecall(definition, 300, new Date())
  const [sourced, assumed] = [recall.sourced, recall.assumed].map(({ read, shown }) => `${read} of ${shown}`)
  const counts = [definition.sourced.length, definition.fields.length - definition.sourced.length]
  console.log(
    `${boardOptions[definition.id].name}: sourced ${sourced} (${counts[0]} fields), assumed ${assumed} (${counts[1]} fields), ${wrong.length} wrong`,
  )
}
