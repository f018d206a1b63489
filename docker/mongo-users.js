// For mongosh, as root, whenever the composition starts: the one node is a replica set, and our
// processes have a user of their own who may read and write the three databases and nothing else.
try {
  rs.status();
} catch {
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
}
while (!db.hello().isWritablePrimary) sleep(200);

const roles = ['fieldtrace', 'fieldtrace_keys', 'fieldtrace_secrets'].map((name) => ({ role: 'readWrite', db: name }));
const user = { pwd: process.env.MONGO_PASSWORD, roles };
const admin = db.getSiblingDB('admin');
if (admin.getUser('fieldtrace')) admin.updateUser('fieldtrace', user);
else admin.createUser({ user: 'fieldtrace', ...user });
