import { expect, test } from 'vitest'
import { roleName } from './role-name.ts'

test.each([
  [{ role: 'USER' }, 'Dispatcher'],
  [{ role: 'USER', userType: 'carrier' }, 'Dispatcher'],
  [{ role: 'USER', userType: 'broker' }, 'Member'],
  [{ role: 'MANAGER' }, 'Manager'],
  [{ role: 'MANAGER', isOwner: true }, 'Owner'],
] as const)('%o is shown as %s', (member, name) => expect(roleName(member)).toBe(name))
