import { signInApi } from '../contract/src/sign-in/sign-in.api.ts'
import { createClientFor } from '../contract/src/wire/api-calls.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import type { SpawnedProduct } from '../server/src/testing/spawned-product.ts'

/** Signs in as the manager of the demo's team, and returns the access token. */
export async function signInAsManager({ address, devHeaders }: SpawnedProduct): Promise<string> {
  const open = { redirect: 'manual', headers: devHeaders() } as const
  const { headers } = await fetch(`${address}/dev/sign-in/carrier-manager`, open)
  const { searchParams } = new URL(headers.get('location') ?? '')
  const proof = { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
  const { signIn } = createClientFor({ signIn: signInApi }, fetchSend(address))
  return (await signIn.verifyLink({ body: proof })).accessToken
}
