/** Returns a function that starts a task once every task before it has ended, also one that failed. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Answer>(task: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(task)
    last = answer.catch(() => {})
    return answer
  }
}
