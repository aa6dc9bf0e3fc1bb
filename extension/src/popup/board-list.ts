import type { BoardFacts } from '../boards/boards.ts'
import { element } from '../controls/element.ts'
import { type BoardView, boardName, healthBadge, isHealthy } from './board-health-card.ts'
import { spare } from './fit.ts'
import { popupIcon } from './popup-icons.ts'

export type OnOff = BoardView & { isOn: boolean }

/** Lists the user's boards to turn on and off, with the health of those that need no card. It is open while none is on. */
export function boardList(boards: OnOff[], onChange: () => void): HTMLElement {
  const on = boards.filter(({ isOn }) => isOn)
  const sick = on.filter((each) => !isHealthy(each))
  const readable = on.length > 0 && sick.length === 0 ? ', all fields' : ''
  return element(
    'details',
    { className: 'card list boards', name: 'open-part', open: on.length === 0, ...spare(4) },
    element(
      'summary',
      { className: 'list-head' },
      element('h2', {}, 'Load boards'),
      element('span', {}, `${on.length} on${readable}`, popupIcon('chevron')),
    ),
    ...boards.map((each) => boardRow(each, sick.length > 1, onChange)),
  )
}

/** One sick board has a card of its own; several show here what they lack. */
function boardRow(view: OnOff, showsSick: boolean, onChange: () => void): HTMLElement {
  const { board, isOn } = view
  const verb = isOn ? 'Turn off' : 'Turn on'
  const button = element('button', { type: 'button', ariaLabel: `${verb} ${board.name}` }, verb)
  button.addEventListener('click', () => void (isOn ? turnOff(board).then(onChange) : showNotice(board)))
  const untried = board.isUntried ? [element('span', { className: 'untried' }, 'Not checked')] : []
  const state = isOn && (isHealthy(view) || showsSick) ? [healthBadge(view)] : untried
  return element('div', { className: 'line contact' }, boardName(board), ...state, button)
}

const turnOff = ({ matches }: BoardFacts): Promise<boolean> => chrome.permissions.remove({ origins: matches })

/** Opens the notice, which asks for the permission once the user agrees. */
async function showNotice({ id }: BoardFacts): Promise<void> {
  await chrome.tabs.create({ url: chrome.runtime.getURL(`notice.html?board=${id}`) })
  window.close()
}
