import type { SendSettings } from '@loadping/contract/inquiries/inquiries'
import { getAccount, saveSellByMinutes } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'

export async function getSendSettings(ctx: Context): Promise<SendSettings> {
  const { sellByMinutes } = await getAccount(ctx, ctx.caller.userId)
  return { sellByMinutes }
}

/** Saves how the caller wants emails to be sent that are accepted from now on. */
export async function saveSendSettings(ctx: Context, { sellByMinutes }: SendSettings): Promise<SendSettings> {
  await saveSellByMinutes(ctx, ctx.caller.userId, sellByMinutes)
  return getSendSettings(ctx)
}
