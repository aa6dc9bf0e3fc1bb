import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ChoiceCard } from '../ui/form/choice-card.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { useToast } from '../ui/toast.ts'
import { useReportUnsaved } from '../unsaved-changes.tsx'
import { useForm } from '../use-form.ts'
import { type CostField, type CostsDraft, readCosts, toDraft } from './costs-draft.ts'
import { useCosts, useSaveCosts } from './trucks.data.ts'

/** Edits what a mile costs the user, from which the load page computes what a load leaves. */
export function CostsCard() {
  const costs = useCosts()
  const showToast = useToast()
  const [changes, setChanges] = useState<Partial<CostsDraft>>({})
  const draft = { ...toDraft(costs), ...changes }
  const form = useForm({
    change: useSaveCosts(),
    read: () => readCosts(draft),
    onSuccess: () => {
      setChanges({})
      showToast('Costs saved', 'success')
    },
  })
  useReportUnsaved(JSON.stringify(draft) !== JSON.stringify(toDraft(costs)))
  const field = (name: CostField) => ({
    name,
    value: draft[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onValue: (value: string) => setChanges({ ...changes, [name]: value }),
  })
  const choose = (basis: CostsDraft['basis']) => setChanges({ ...changes, basis })
  return (
    <Card title="Costs" aside="Only you see them">
      <Form {...form}>
        <div className="flex flex-col gap-4 p-4">
          <fieldset>
            <legend className="mb-1.5 text-table font-medium">What a mile costs</legend>
            <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
              <ChoiceCard
                type="radio"
                name="basis"
                isChosen={draft.basis === 'per-mile'}
                onChoose={() => choose('per-mile')}
              >
                One figure per mile
              </ChoiceCard>
              <ChoiceCard
                type="radio"
                name="basis"
                isChosen={draft.basis === 'detailed'}
                onChoose={() => choose('detailed')}
              >
                Fuel, driver and the rest
              </ChoiceCard>
            </div>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-3">
            {draft.basis === 'per-mile' ? (
              <TextField
                {...field('perMile')}
                label="Cost per mile, $"
                placeholder="1.92"
                hint="All of it, with fuel."
              />
            ) : (
              <>
                <TextField
                  {...field('milesPerGallon')}
                  label="Miles per gallon"
                  placeholder="6.5"
                  hint="Priced at the pickup's diesel."
                />
                <TextField {...field('driver')} label="Driver per mile, $" placeholder="0.62" hint="0 if you drive." />
                <TextField
                  {...field('other')}
                  label="The rest per mile, $"
                  placeholder="0.54"
                  hint="Tires, insurance, truck, tolls."
                />
              </>
            )}
            <TextField
              {...field('fees')}
              label="Fees, % of the rate"
              placeholder="3"
              hint="Factoring, dispatch. 0 if none."
            />
            <TextField
              {...field('targetRpm')}
              label="Target rate per loaded mile, $"
              placeholder="2.40"
              hint="Optional. Rates at or above it are green."
            />
          </div>
        </div>
        <div className="flex items-center justify-end gap-4 border-t border-subtle bg-sunken px-4 py-3">
          <FormError className="mr-auto text-caption" />
          <Button type="submit" variant="primary" isLoading={form.isPending}>
            Save costs
          </Button>
        </div>
      </Form>
    </Card>
  )
}
