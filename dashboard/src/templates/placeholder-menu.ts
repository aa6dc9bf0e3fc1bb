import { searchPlaceholders } from '@loadping/contract/rules/placeholder-guide'
import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import { createStore, type StoreApi } from 'zustand'

type UserType = Parameters<typeof searchPlaceholders>[1]
type Open = { names: string[]; active: number; box: DOMRect; choose: (name: string) => void }

/** The menu that opens at `{{`: what is listed, and which entry Enter chooses. */
export type PlaceholderMenu = StoreApi<{ userType: UserType; open: Open | undefined }>

export const createPlaceholderMenu = (): PlaceholderMenu =>
  createStore(() => ({ userType: 'carrier', open: undefined }))

/** Opens the menu while `{{` and a part of a name are typed. */
export const PlaceholderSuggestion = Extension.create<{ menu: PlaceholderMenu }>({
  name: 'placeholderSuggestion',
  addOptions: () => ({ menu: createPlaceholderMenu() }),
  addProseMirrorPlugins() {
    const { menu } = this.options
    const pluginKey = new PluginKey('placeholderSuggestion')
    const show = ({ items, clientRect, command }: SuggestionProps<string, string>) => {
      const box = clientRect?.()
      const active = Math.min(menu.getState().open?.active ?? 0, Math.max(0, items.length - 1))
      menu.setState({ open: box && items.length > 0 ? { names: items, active, box, choose: command } : undefined })
    }
    return [
      Suggestion<string, string>({
        editor: this.editor,
        pluginKey,
        char: '{{',
        allowedPrefixes: null,
        items: ({ query }) => searchPlaceholders(query, menu.getState().userType),
        command: ({ editor, range, props: raw }) =>
          editor.chain().focus().insertContentAt(range, { type: 'placeholder', attrs: { raw } }).run(),
        render: () => ({
          onStart: show,
          onUpdate: show,
          onExit: () => menu.setState({ open: undefined }),
          onKeyDown: ({ event, view }) => {
            if (event.key === 'Escape') exitSuggestion(view, pluginKey)
            return handleKey(menu, event.key)
          },
        }),
      }),
    ]
  },
})

/** Moves in the menu or chooses; returns whether the menu used the key. */
function handleKey(menu: PlaceholderMenu, key: string): boolean {
  const { open } = menu.getState()
  if (!open) return false

  const { names, active, choose } = open
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) menu.setState({ open: { ...open, active: (active + step + names.length) % names.length } })
  else if (key === 'Enter' || key === 'Tab') choose(names[active] ?? '')
  return step !== undefined || key === 'Enter' || key === 'Tab' || key === 'Escape'
}
