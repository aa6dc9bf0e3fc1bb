import { Problem } from '@loadping/contract/wire/problem'
import { useRef } from 'react'
import { type ToastAction, type ToastKind, useToast } from './ui/toast.ts'
import { type Change, useChange } from './use-change.ts'

/** What a toast says, and offers besides the undo; with `canUndo: false` there is nothing to undo, and `undoMs` is how long it is offered. */
type Told = { text: string; kind?: ToastKind; canUndo?: boolean; undoMs?: number; action?: ToastAction | undefined }

type UndoableChange<Answer, Input> = Change<Answer, Input> & {
  /** Reverses a change by what it answered. It may run again, as its response can be lost. */
  undoFn: (answer: Answer, input: Input) => Promise<unknown>
  tell: (answer: Answer, input: Input) => Told
  tellUndone: (answer: Answer, input: Input) => Told
}

/** A change that was started; it can be undone once it is answered. */
type Step<Answer, Input> = { number: number; input: Input; answer: Promise<Answer> }

const maxSteps = 50

/**
 * A change whose toast offers to undo it; `undo` reverses the newest one that is left. To show a change before it is
 * sent, `mutationFn` and `undoFn` do so first.
 */
export function useUndoableChange<Answer, Input>(options: UndoableChange<Answer, Input>) {
  const { mutationKey, meta, mutationFn, undoFn, onSuccess, onError, tell, tellUndone } = options
  const showToast = useToast()
  const steps = useRef<Step<Answer, Input>[]>([])
  const forget = (step: Step<Answer, Input>) => {
    steps.current = steps.current.filter((each) => each !== step)
  }

  const { mutate: reverse } = useChange({
    mutationKey: [...mutationKey, 'undo'],
    meta,
    mutationFn: async ({ answer, input }: Step<Answer, Input>) => {
      const answered = await answer
      await undoFn(answered, input)
      return answered
    },
    onSuccess: (answer, { input }) => {
      const { text, kind = 'success' } = tellUndone(answer, input)
      showToast(text, kind)
    },
    onError: (error, step, fail) => {
      const hasNoResponse = error instanceof Problem && error.code === 'unavailable'
      fail(hasNoResponse ? { label: 'Undo', onPress: () => reverse(step) } : undefined)
    },
  })

  function undo(step = steps.current.at(-1)) {
    if (!step || !steps.current.includes(step)) return // Undone by key, while its toast still shows.
    forget(step)
    reverse(step)
  }

  const change = useChange<{ step: Step<Answer, Input>; answer: Answer }, Input>({
    mutationKey,
    meta,
    mutationFn: async (input) => {
      const step = { number: performance.now(), input, answer: mutationFn(input) }
      steps.current = [...steps.current, step].slice(-maxSteps)
      try {
        return { step, answer: await step.answer }
      } catch (error) {
        forget(step)
        throw error
      }
    },
    onSuccess: ({ step, answer }, input) => {
      onSuccess?.(answer, input)
      const { text, kind = 'success', canUndo = true, undoMs, action } = tell(answer, input)
      if (!canUndo) forget(step)
      showToast(text, kind, action, canUndo ? { label: 'Undo', onPress: () => undo(step), ms: undoMs } : undefined)
    },
    ...(onError && { onError }),
  })
  return { mutate: change.mutate, isPending: change.isPending, undo: () => undo() }
}
