import type { SceneName } from './scene-name.ts'

/**
 * One part of a help page. In its texts `**words**` are printed by the product exactly so, and `[text](/path)` leads to a
 * page.
 */
export type HelpPart = {
  title: string
  text?: string[]
  steps?: string[]
  points?: string[]
  /** Where the product shows the words of this part. Without one, they are in its source. */
  scene?: SceneName
  /** What the picture of the scene shows, for who does not see it. */
  picture?: string
}

export type HelpText = { intro: string; parts: HelpPart[] }

export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; path: string }

/** Splits a text into what is plain, what the product prints, and links. */
export function parseSpans(text: string): Span[] {
  return text
    .split(/(\*\*.+?\*\*|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part): Span => {
      const [, words] = /^\*\*(.+)\*\*$/.exec(part) ?? []
      if (words !== undefined) return { kind: 'words', text: words }
      const [, label, path] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
      if (label !== undefined && path !== undefined) return { kind: 'link', text: label, path }
      return { kind: 'text', text: part }
    })
}

/** Every text of a part, without its title. */
export const textsOf = ({ text = [], steps = [], points = [] }: HelpPart): string[] => [...text, ...steps, ...points]
