-- The write of the bare write reference: checks the version of a body, then writes the body and one message.
-- KEYS: the body, the stream of messages. ARGV: the expected version, the new body, the message.
-- Returns 1, or 0 when the stored body has another version.
local bodyKey, messagesKey = KEYS[1], KEYS[2]
local expectedVersion, body, message = ARGV[1], ARGV[2], ARGV[3]

-- The version is the second member, behind an id of 36 characters.
local version = redis.call('GETRANGE', bodyKey, 0, 95):match('"version":(%d+)')
if version ~= expectedVersion then return 0 end

redis.call('SET', bodyKey, body)
redis.call('XADD', messagesKey, '*', 'message', message)
return 1
