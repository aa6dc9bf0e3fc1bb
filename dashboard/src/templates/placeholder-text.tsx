/** Template text with each placeholder as its colored name, without braces and brackets. */
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
