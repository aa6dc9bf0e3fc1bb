/** Template text as a person reads it: placeholders as their names in accent, without braces and marks. */
export const PlaceholderText = ({ text }: { text: string }) => (
  <>
    {piecesOf(text).map(({ at, text: piece, isPlaceholder }) =>
      isPlaceholder ? (
        <span key={at} className="text-accent-text">
          {piece}
        </span>
      ) : (
        <span key={at}>{piece}</span>
      ),
    )}
  </>
)

type Piece = { at: number; text: string; isPlaceholder: boolean }

function piecesOf(text: string): Piece[] {
  const pieces = text.matchAll(/\{\{\s*([^}]*?)\s*\}\}|\[\[|\]\]|(?:(?!\{\{|\[\[|\]\])[\s\S])+|[\s\S]/g)
  return [...pieces]
    .filter(([piece]) => piece !== '[[' && piece !== ']]')
    .map(({ 0: piece, 1: name, index }) => ({ at: index, text: name ?? piece, isPlaceholder: name !== undefined }))
}
