import { BoardId } from '@loadping/contract/boards/board-id'
import { carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { fillPlaceholders, valuesOf } from '@loadping/contract/templates/placeholders'
import { formattedValues, minimalLoad } from '@loadping/contract/templates/placeholders.cases'
import { placeholderNames } from '@loadping/contract/templates/template-text'
import { expect, test } from 'vitest'
import { boardFills, boardsWithout, fillOf, listFills } from './board-fills.ts'
import { sampleLoads } from './sample-loads.ts'

test.each(BoardId.options)('[D4.10] %s says for every placeholder whether a posting fills it', (board) => {
  const fromProfile = ['mc', 'dot', 'phone', 'myCompany', 'signature', 'truckLocation']

  expect(placeholderNames.filter((name) => fillOf(board, name) === undefined).sort()).toEqual(fromProfile.sort())
  expect(Object.keys(boardFills[board])).toHaveLength(14)
})

test.each(formattedValues)(
  '[D4.10] every board always fills {{%s}} if and only if every posting has it',
  (name, _text, otherwise) => {
    const placeholder = placeholderNames.find((known) => known === name)
    if (!placeholder || fillOf('dat-one', placeholder) === undefined) return
    const isRequired = BoardId.options.every((board) => fillOf(board, placeholder) === 'always')

    expect(isRequired).toBe(otherwise === 'always')
    expect('text' in fillPlaceholders(`{{${name}}}`, valuesOf(minimalLoad, {}), 'plain')).toBe(otherwise !== undefined)
  },
)

test('[D4.10] a template lists what a board may leave out, and whether its text drops', () => {
  const { subject, template } = carrierDefaultTemplate

  expect(listFills('dat-one', `${subject}${template}`).filter(({ fill }) => fill !== 'always')).toEqual([
    { placeholder: 'ref', fill: 'sometimes', isOptional: true },
    { placeholder: 'rate', fill: 'sometimes', isOptional: true },
  ])
  expect(listFills('sylectus', '[[{{load}}]] {{load}} {{tripDO}} {{mc}}')).toEqual([
    { placeholder: 'load', fill: 'never', isOptional: false },
    { placeholder: 'tripDO', fill: 'unknown', isOptional: false },
  ])
})

test('[D4.10] a board that never has a value is named', () => {
  expect(boardsWithout(BoardId.options, 'load')).toEqual(['sylectus'])
  expect(boardsWithout(BoardId.options, 'postedLoadTruckLoad')).toEqual(['sylectus'])
  expect(boardsWithout(BoardId.options, 'mc')).toEqual([])
})

test.each(BoardId.options)('[D4.10] the sample posting of %s has what the board always shows', (board) => {
  const { formatted } = valuesOf(sampleLoads[board], {})
  for (const name of placeholderNames) {
    if (fillOf(board, name) === 'always') expect(formatted).toMatchObject({ [name]: expect.any(String) })
    if (fillOf(board, name) === 'never') expect(formatted[name]).toBeUndefined()
  }
})
