import type { OfferAnswer, OfferFacts } from '@loadping/contract/offers/offers'
import { Problem } from '@loadping/contract/wire/problem'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { carrier, type FakeApi, maria, renderApp, renderScreen, signInAs } from '../testing/render.tsx'
import { OffersScreen } from './offers-screen.tsx'

const facts: OfferFacts = {
  origin: { city: 'Kansas City', state: 'MO' },
  dest: { city: 'Chicago', state: 'IL' },
  equipment: 'V',
  tripMiles: 526,
  reference: 'B20417',
}
const posting = { id: '5f0b3c1e-1111-4222-8333-444455556666', facts, createdAt: '2026-11-20T15:00:00.000Z', answers: 3 }

const texts = [
  '$1,350 on KC to Chicago, ref B20417. 53 ft dry van, truck is out of Topeka KS.\nTwo Rivers Transport\nMC# 553918\nray@tworivers.example',
  '$1,250, van empty in Olathe, KS now.\nCottonwood Freight\nMC 245810',
  "48' flatbed empty now in Lawrence, KS.\nFenwick Motor Lines\nMC 588734",
]

let answers: OfferAnswer[] = []
beforeEach(() => {
  answers = texts.map((text, at) => ({
    id: `5f0b3c1e-1111-4222-8333-00000000000${at}`,
    text,
    pastedAt: new Date().toISOString(),
    isStarred: false,
    repliedAt: null,
  }))
})

type Offers = NonNullable<FakeApi['offers']>

function fake(offers: Offers = {}): FakeApi {
  return {
    account: {
      getMe: async () => maria,
      getProfile: async () => ({ ...profile }),
      getUserInfo: async () => ({ ...carrier, userType: 'broker' }),
    },
    templates: { listTemplates: async () => [] },
    snippets: { listSnippets: async () => [] },
    offers: {
      listPostings: async () => [posting],
      listAnswers: async () => answers,
      changeAnswers: async ({ body: { ids, change } }) => {
        if (change.kind === 'star')
          answers = answers.map((each) => (ids.includes(each.id) ? { ...each, isStarred: change.isStarred } : each))
        if (change.kind === 'delete') answers = answers.filter(({ id }) => !ids.includes(id))
        return { changed: ids }
      },
      ...offers,
    },
  }
}

const profile = {
  name: 'Dana Whitfield',
  company: 'Quillon Logistics',
  phone: '',
  mc: '',
  dot: '',
  signature: '',
  registeredEmail: '',
}

const open = async (offers?: Offers) => {
  renderScreen(<OffersScreen />, fake(offers))
  await screen.findByRole('heading', { name: 'Offers' })
}
const namesInTable = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-row-link]')?.textContent)

test('[D13.12] answers stand side by side, the lowest ask first, with what is missing', async () => {
  await open()

  expect(await screen.findByText(/3 answers, 1 says everything you need/)).toBeTruthy()
  expect(namesInTable()).toEqual(['Cottonwood Freight', 'Two Rivers Transport', 'Fenwick Motor Lines'])
  const [, , second, third] = screen.getAllByRole('row')
  expect(second?.textContent).toMatch(/\$1,350.*2\.57.*Two Rivers Transport.*553918.*Van.*Topeka, KS.*not said/)
  expect(third?.textContent).toMatch(/not said.*—.*Fenwick Motor Lines.*588734.*not a van.*Lawrence, KS.*Now/)
})

test('[D13.12] J and K move, and each value of the answer is marked where it stands', async () => {
  await open()
  await screen.findByRole('table')

  await userEvent.keyboard('jj')

  const panel = within(screen.getByRole('region', { name: 'Answer of Two Rivers Transport' }))
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked).toEqual(
    expect.arrayContaining(['$1,350', 'B20417', '53 ft dry van', 'Topeka KS', 'Two Rivers Transport', 'MC# 553918']),
  )
  expect(panel.getByText('When is the truck empty? The reply asks for it.')).toBeTruthy()
  await userEvent.keyboard('k')
  expect(screen.getByRole('region', { name: 'Answer of Cottonwood Freight' })).toBeTruthy()
})

test('[D13.12] S stars, Delete removes and U brings back, and the next row has the focus', async () => {
  const restored = vi.fn()
  const { changeAnswers } = fake().offers ?? {}
  await open({
    changeAnswers: async (input) => {
      if (input.body.change.kind === 'restore') restored(input.body.ids)
      return changeAnswers?.(input) ?? { changed: [] }
    },
  })
  await screen.findByRole('table')

  await userEvent.keyboard('js')
  expect((await screen.findByRole('button', { name: 'Star Cottonwood Freight' })).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await userEvent.keyboard('{Delete}')

  expect(await screen.findByText('Cottonwood Freight was removed')).toBeTruthy()
  expect(namesInTable()).toEqual(['Two Rivers Transport', 'Fenwick Motor Lines'])
  expect(document.activeElement?.textContent).toBe('Two Rivers Transport')
  await userEvent.keyboard('u')
  await vi.waitFor(() => expect(restored).toHaveBeenCalledOnce())
})

test('[D13.12] a column sorts by a click on its head, another click turns it round', async () => {
  await open()
  const head = await screen.findByRole('button', { name: 'Carrier' })

  await userEvent.click(head)
  expect(namesInTable()).toEqual(['Cottonwood Freight', 'Fenwick Motor Lines', 'Two Rivers Transport'])
  await userEvent.click(head)
  expect(namesInTable()).toEqual(['Two Rivers Transport', 'Fenwick Motor Lines', 'Cottonwood Freight'])
})

test('[D13.12] pasted answers are shown as they are split, can be joined, and are then added', async () => {
  const addAnswers = vi.fn<NonNullable<Offers['addAnswers']>>(async ({ body }) => ({ added: body.texts.slice(1) }))
  await open({ addAnswers })
  await screen.findByRole('table')

  fireEvent.paste(document.body, { clipboardData: { getData: () => '1400 all in\n---\nMC 123456\n---\n1500 all in' } })
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste answers' }))
  expect(await dialog.findByText('3 answers in this text')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Join answer 2 to the one above' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add 2 answers' }))

  expect(await screen.findByText('1 answer added, 1 was here already')).toBeTruthy()
  expect(addAnswers.mock.calls[0]?.[0].body.texts).toEqual(['1400 all in\n---\nMC 123456', '1500 all in'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[D13.12] what was pasted stays while adding it fails', async () => {
  await open({
    addAnswers: async () => {
      throw new Problem('busy', 'The server failed.')
    },
  })
  await screen.findByRole('table')
  await userEvent.keyboard('p')
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: '1400 all in' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add answer' }))

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('1400 all in')
})

test('[D13.12] E writes a reply that asks for what is missing, to open or copy', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const changed = vi.fn<NonNullable<Offers['changeAnswers']>>(async ({ body }) => ({ changed: body.ids }))
  await open({ changeAnswers: changed })
  await screen.findByRole('table')

  await userEvent.keyboard('jje')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply to Two Rivers Transport' }))
  expect(dialog.getByRole('link', { name: 'Open in your mail' }).getAttribute('href')).toMatch(
    /^mailto:ray@tworivers\.example\?subject=Re%3A%20Kansas%20City.*When%20is%20the%20truck%20empty/,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Copy reply' }))

  await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce())
  expect(writeText.mock.calls[0]?.[0]).toContain('When is the truck empty?')
  expect(changed.mock.calls[0]?.[0].body.change).toEqual({ kind: 'reply' })
})

test('[D13.12] without a posting the page says how to begin, and a posting is typed', async () => {
  const addPosting = vi.fn<NonNullable<Offers['addPosting']>>(async ({ body }) => ({ ...posting, ...body }))
  await open({ listPostings: async () => [], addPosting })

  await userEvent.click(await screen.findByRole('button', { name: 'New posting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New posting' }))
  await userEvent.type(dialog.getByLabelText('Origin'), 'Kansas City')
  await userEvent.click(dialog.getByRole('button', { name: 'Save posting' }))
  expect(await dialog.findByText('Write the city and the state, such as Joliet, IL.')).toBeTruthy()
  fireEvent.paste(dialog.getByLabelText('Destination'), {
    clipboardData: { getData: () => 'Kansas City, MO to Chicago, IL, 53 van, $1,225, ref B20417, 526 mi' },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Save posting' }))

  await vi.waitFor(() => expect(addPosting).toHaveBeenCalledOnce())
  expect(addPosting.mock.calls[0]?.[0].body.facts).toEqual({
    ...facts,
    lengthFeet: 53,
    rate: { cents: 122_500, basis: 'flat' },
  })
})

test('[D13.12] a list that cannot be loaded says so, with a retry', async () => {
  let isDown = true
  await open({
    listAnswers: async () => {
      if (isDown) throw new Problem('unexpected', 'Something went wrong.')
      return answers
    },
  }).catch(() => {})

  await screen.findByText("Couldn't load your offers")
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('[D13.12] a carrier is led to the Dashboard and sees no Offers', async () => {
  signInAs('maria')
  const { address } = renderApp('/offers', {
    ...fake(),
    account: { ...fake().account, getUserInfo: async () => carrier },
  })
  await vi.waitFor(() => expect(address()).toBe('/'))
  expect(screen.queryByRole('link', { name: /^Offers/ })).toBeNull()
})

test('[D13.12] a broker finds Offers in the sidebar, with the number of postings', async () => {
  signInAs('maria')
  renderApp('/offers', fake())

  await screen.findByRole('table')
  expect(
    within(screen.getAllByRole('navigation', { name: 'Main' })[0] ?? document.body).getByRole('link', {
      name: /Offers/,
    }).textContent,
  ).toBe('Offers1')
})
