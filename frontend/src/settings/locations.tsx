import { t } from '@lingui/core/macro';
import { MapPin, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#domain/organizations/organization.js';
import { usePermissions } from '../lib/account/session.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { IconButton } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { Icon } from '../ui/display/icon.js';
import { useDialogOf } from '../ui/loading/lazy-mount.js';
import { EmptyState } from '../ui/feedback/states.js';
import { Card, Row } from '../ui/layout/surface.js';

/** Stores of the organization. Members and invitations belong to one. */
export function Locations({ locations }: { locations: readonly Location[] }): ReactNode {
  const may = usePermissions();
  const { item: locationToDelete, openFor: confirm, dialog } = useDialogOf<Location>();
  return (
    <Card
      title={t`Store locations`}
      headerEnd={
        may('AddLocation') && (
          <DialogButton icon={Plus} dialog={(state) => <AddLocation {...state} />}>
            {t`Add Location`}
          </DialogButton>
        )
      }
    >
      {locations.length === 0 ? (
        <EmptyState title={t`No locations yet`} level={3}>
          {t`Members choose the store that they work from in their profile.`}
        </EmptyState>
      ) : (
        <ul className="rows pb-1" aria-label={t`Store locations`}>
          {locations.map((location) => (
            <Row
              key={location.locationId}
              start={<Icon icon={MapPin} className="text-ink-3" />}
              title={location.name}
              meta={[location.address, location.city].filter(Boolean).join(', ')}
              end={
                may('RemoveLocation') && (
                  <IconButton
                    label={t`Delete ${location.name}`}
                    icon={Trash2}
                    onClick={() => confirm(location)}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {locationToDelete && (
        <ConfirmCommand
          key={locationToDelete.locationId}
          command="RemoveLocation"
          data={{ locationId: locationToDelete.locationId }}
          {...dialog}
          title={t`Delete ${locationToDelete.name}?`}
          text={t`Are you sure you want to delete this location?`}
          confirmLabel={t`Delete Location`}
          cancelLabel={t`Keep location`}
          failed={t`Failed to delete location`}
          done={t`Location deleted successfully`}
        />
      )}
    </Card>
  );
}

function AddLocation({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const form = useCommandForm('AddLocation', {
    draft: 'location',
    newIdField: 'locationId',
    untypedFields: {},
    values: { name: '', city: '', address: '' },
    failed: t`Failed to add location`,
    done: t`Location added successfully`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Add location`}
      submitLabel={t`Add Location`}
    >
      <FormField form={form} name="name" label={t`Location name`} autoComplete="off" />
      <FormField form={form} name="city" autoComplete="off" />
      <FormField form={form} name="address" label={t`Address`} autoComplete="off" />
    </CommandDialog>
  );
}
