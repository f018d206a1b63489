import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

/** What the second document's sections 2.14 to 2.17, 5, 6 and 8 say of bills, notifications and settings, letter by letter. */
const messages = [
  'No bills found',
  'Please enter a valid amount',
  'Please select a date',
  'JPG, PNG up to 10MB',
  'Failed to submit bill',
  'Failed to update bill status',
  'Please sign in to view notifications',
  'No notifications found',
  'Failed to load alerts',
  'Try Again',
  'New passwords do not match',
  'Profile updated successfully',
  'Failed to update profile',
  'Name and WhatsApp number are required',
  'Failed to send invitation',
  'Invite code not available',
  'Invitation sent to {0}',
  'Are you sure you want to cancel this invitation?',
  'Invitation cancelled successfully',
  'Failed to cancel invitation',
  'Are you sure you want to remove this team member?',
  'Team member removed successfully',
  'Failed to remove team member',
  'Team member role updated successfully',
  'Failed to update team member role',
  'Please enter an invite code',
  'Failed to join organization',
  'Please enter an organization name',
  'Failed to create organization',
  'Organization not found',
  'Failed to load organization details',
  'Organization details saved successfully',
  'Location name and city are required',
  'Location added successfully',
  'Failed to add location',
  'Are you sure you want to delete this location?',
  'Location deleted successfully',
  'Failed to delete location',
  'Only administrators can manage team members',
  'Only administrators can view billing information',
];
const catalogue = Object.values(JSON.parse(readFileSync('frontend/src/words/en-IN.json', 'utf8')) as Readonly<Record<string, string>>);

test.each(messages)('“%s” is said', (message) => expect(catalogue.filter((words) => words.startsWith(message))).not.toEqual([]));
