import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { createStore, type StoreApi } from 'zustand'
import { searchPlaceholders } from '../placeholder-guide.ts'

type UserType = Parameters<typeof searchPlaceholders>[1]
type Box = { left: number; top: number; bottom: number }
type Open = { query: string; names: string[]; active: number; box: Box; choose: (name: string) => void }

/** The menu that opens at `{{`: what is listed, and which entry Enter chooses. */
export type PlaceholderMenu = StoreApi<{ userType: UserType; snippets: string[]; open: Open | undefined }>

export const createPlaceholderMenu = (): PlaceholderMenu =>
  createStore(() => ({ userType: 'carrier', snippets: [], open: undefined }))

type Match = { from: number; to: number; query: string }

/** Opens the menu while `{{` and a part of a name are typed. */
export const PlaceholderSuggestion = Extension.create<{ menu: PlaceholderMenu }>({
  name: 'placeholderSuggestion',
  priority: 20_000, // before the subject, which takes Enter for itself
  addOptions: () => ({ menu: createPlaceholderMenu() }),
  addProseMirrorPlugins() {
    const { menu } = this.options
    /** Where Escape closed the menu: it stays closed there. */
    const key = new PluginKey<number | undefined>('placeholderSuggestion')
    const close = () => menu.setState({ open: undefined })
    return [
      new Plugin<number | undefined>({
        key,
        state: {
          init: () => undefined,
          apply: (tr, closedAt) =>
            tr.getMeta(key) ?? (closedAt === undefined ? undefined : tr.mapping.map(closedAt, -1)),
        },
        view: () => ({
          update(view) {
            const match = view.hasFocus() ? findMatch(view.state) : undefined
            if (match && match.from !== key.getState(view.state)) open(menu, view, match)
            else if (menu.getState().open) close()
          },
          destroy: close,
        }),
        props: {
          handleKeyDown(view, { key: pressed }) {
            if (!menu.getState().open) return false
            if (pressed !== 'Escape') return handleKey(menu, pressed)
            view.dispatch(view.state.tr.setMeta(key, findMatch(view.state)?.from))
            return true
          },
          handleDOMEvents: { blur: () => close() },
        },
      }),
    ]
  },
})

function findMatch({ selection }: EditorState): Match | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 40), $from.parentOffset, null, '\ufffc')
  const [typed, query] = /\{\{([^{}\s\ufffc]*)$/.exec(before) ?? []
  return typed === undefined || query === undefined
    ? undefined
    : { from: $from.pos - typed.length, to: $from.pos, query }
}

function open(menu: PlaceholderMenu, view: EditorView, { from, to, query }: Match): void {
  const { userType, snippets, open: before } = menu.getState()
  const names = rank(
    [...searchPlaceholders(query, userType), ...snippets.filter((name) => name.includes(query))],
    query,
  )
  const choose = (raw: string) => {
    const chip = view.state.schema.nodes['placeholder']?.create({ raw })
    if (chip) view.dispatch(view.state.tr.replaceWith(from, to, chip).scrollIntoView())
    view.focus()
  }
  const active = before?.query === query ? Math.min(before.active, names.length - 1) : 0
  menu.setState({
    open: names.length > 0 ? { query, names, active, box: view.coordsAtPos(from), choose } : undefined,
  })
}

/** Puts names that start with the query first, also those of snippets. */
function rank(names: string[], query: string): string[] {
  const isNamed = (name: string) => name.replace('snippet:', '').toLowerCase().startsWith(query.toLowerCase())
  return [...names.filter(isNamed), ...names.filter((name) => !isNamed(name))]
}

/** Moves in the menu or chooses; returns whether the menu used the key. */
function handleKey(menu: PlaceholderMenu, key: string): boolean {
  const { open: shown } = menu.getState()
  if (!shown) return false

  const { names, active, choose } = shown
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) menu.setState({ open: { ...shown, active: (active + step + names.length) % names.length } })
  else if (key === 'Enter' || key === 'Tab') choose(names[active] ?? '')
  return step !== undefined || key === 'Enter' || key === 'Tab'
}
